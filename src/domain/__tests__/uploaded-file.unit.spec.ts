import { isHarmlessFile } from "../uploaded-file"

describe("an uploaded file", () => {
  it.each(["a.png", "A.JPG", "two.dots.pdf", "prices.csv", "folder/photo.webp", "é.mp4"])(
    "is taken when no browser runs script in it: %s",
    (name) => {
      expect(isHarmlessFile(name)).toBe(true)
    }
  )

  it.each([
    ...["invoice.html", "INVOICE.HTM", "a.xhtml", "a.xht", "a.shtml", "a.svg", "a.svgz", "a.xml"],
    ...["a.xsl", "a.mml", "a.rdf", "a.atom", "a.mhtml", "a.js", "a.mjs", "a.swf", "a.wasm"],
    ...["picture.png.html", "a.png ", "a.png.", "a.png/x", "a.html;.jpg/", "", "png", ".", "a."],
  ])("is refused otherwise: %j", (name) => {
    expect(isHarmlessFile(name)).toBe(false)
  })
})
