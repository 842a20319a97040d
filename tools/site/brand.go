package site

import (
	"bytes"
	_ "embed"
	"image"
	"image/color"
	"image/draw"
	"image/png"
)

//go:embed style/icon.svg
var iconSVG []byte

// The colours of the sheet in light, as in style/base.css.
var (
	paper = color.RGBA{0xfc, 0xfc, 0xfa, 0xff}
	rule  = color.RGBA{0xdc, 0xdb, 0xd6, 0xff}
	red   = color.RGBA{0xa9, 0x32, 0x26, 0xff}
	wash  = color.RGBA{0xf6, 0xe3, 0xdf, 0xff}
)

// brandFiles are the icons and the card that is shown when somebody shares a page: a sheet
// of paper with its red margin line and one line of the text marked.
func brandFiles() []file {
	return []file{
		{"icon.svg", iconSVG},
		{"assets/icon-180.png", drawn(180, 180, drawIcon)},
		{"assets/card.png", drawn(1200, 630, drawCard)},
	}
}

func drawn(w, h int, paint func(*image.RGBA)) []byte {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	fill(img, img.Bounds(), paper)
	paint(img)
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&b, img); err != nil {
		panic(err) // only an image without a size cannot be encoded
	}
	return b.Bytes()
}

func fill(img *image.RGBA, r image.Rectangle, c color.Color) {
	draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// box is a rectangle by corner and size.
func box(x, y, w, h int) image.Rectangle { return image.Rect(x, y, x+w, y+h) }

func drawIcon(img *image.RGBA) {
	fill(img, box(52, 0, 6, 180), red)
	for i, width := range []int{78, 60, 86} {
		fill(img, box(76, 54+i*32, width, 8), rule)
	}
	fill(img, box(22, 82, 16, 16), red)
	fill(img, box(76, 86, 60, 8), red)
}

// cardLines are the lengths of the lines of text on the card; the marked one is the answer.
var cardLines = []int{700, 640, 720, 430, 0, 690, 730, 610, 520}

const markedLine = 2

func drawCard(img *image.RGBA) {
	const margin, top, step = 300, 118, 50
	fill(img, box(margin, 0, 3, 630), red)
	for i, width := range cardLines {
		y := top + i*step
		if i == markedLine {
			fill(img, box(margin+60, y-14, 470, 40), wash)
			fill(img, box(margin+60, y, width, 12), rule)
			fill(img, box(margin+72, y, 446, 12), red)
			fill(img, box(margin-150, y, 96, 6), red)
			fill(img, box(margin-150, y+16, 60, 6), red)
			continue
		}
		fill(img, box(margin+60, y, width, 12), rule)
	}
}
