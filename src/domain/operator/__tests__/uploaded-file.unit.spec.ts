import { isHarmlessFile, isHarmlessType } from "../uploaded-file"

describe("the media type of an uploaded file", () => {
  it.each([
    ...["image/png", "image/jpeg", "IMAGE/WEBP", "video/mp4", "audio/mpeg", "text/csv"],
    ...["text/plain; charset=utf-8", "application/pdf", "application/zip", "application/json"],
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.ms-excel",
  ])("is taken when no browser runs script in it: %s", (type) => {
    expect(isHarmlessType(type)).toBe(true)
  })

  it.each([
    ...["text/html", "image/svg+xml", "image/svg", "application/xhtml+xml", "text/xml", ""],
    ...["application/xml", "text/javascript", "application/javascript", "multipart/related"],
    ...["image/x+xml", " TEXT/HTML", "text/plain/html", "application/octet-stream+xml"],
  ])("is refused otherwise: %j", (type) => {
    expect(isHarmlessType(type)).toBe(false)
  })
})

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
