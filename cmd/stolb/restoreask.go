package main

func (c *restoring) ask(s *streams, args []string, path string) error { return nil }
