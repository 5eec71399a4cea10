module github.com/stolb/stolb/convert/book/typsttest

go 1.26.0

replace github.com/stolb/stolb => ../../..

require (
	github.com/stolb/stolb v0.0.0-00010101000000-000000000000
	github.com/stretchr/testify v1.12.1
)

require (
	codeberg.org/go-pdf/fpdf v0.12.0 // indirect
	github.com/alecthomas/participle/v2 v2.1.4 // indirect
	github.com/apache/arrow/go/v17 v17.0.0 // indirect
	github.com/golang/snappy v1.0.0 // indirect
	github.com/google/flatbuffers v24.3.25+incompatible // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/parquet-go/bitpack v1.0.0 // indirect
	github.com/parquet-go/parquet-go v0.32.0 // indirect
	github.com/yuin/goldmark v1.8.7 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/image v0.46.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
