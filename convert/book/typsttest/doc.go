// Package typsttest makes books of package book with Typst, and looks at what comes
// out: the text of the PDF is read as the games that went in, boards drawn by Typst
// are those of package diagram, a composition and its solution stand on one spread,
// and "stolb book -o x.pdf" is run with a typst on its path. EPUBs are tried by
// epubcheck. It is a module of its own because it needs Node with a compiler of Typst
// (npm install --no-save), Poppler's pdftotext and pdftoppm, and Java with epubcheck; what is not
// there leaves out what needs it, which .ci/run says.
package typsttest
