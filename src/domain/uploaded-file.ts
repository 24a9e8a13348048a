/**
 * File names that Medusa may serve from its own address. A browser runs no script in such a file.
 * The ending decides, because Medusa's file server takes the content type from it and not from what
 * was posted (docs/medusa.md#uploaded-files).
 */
const HARMLESS = new Set([
  ...[
    "png",
    "jpg",
    "jpeg",
    "jfif",
    "gif",
    "webp",
    "avif",
    "bmp",
    "ico",
    "heic",
    "heif",
    "tif",
    "tiff",
  ],
  ...["mp4", "m4v", "webm", "mov", "avi", "mkv", "mp3", "m4a", "wav", "ogg", "oga", "ogv", "flac"],
  ...["pdf", "csv", "tsv", "txt", "md", "json", "jsonl"],
  ...["doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "rtf"],
  ...["zip", "gz", "tar", "7z", "rar"],
  ...["woff", "woff2", "ttf", "otf", "glb", "gltf", "psd", "ai", "eps"],
])

/** Whether a browser cannot take the file for a page that runs script. */
export function isHarmlessFile(name: string): boolean {
  const ending = /\.([^./\\]*)$/.exec(name)?.[1]
  return ending !== undefined && HARMLESS.has(ending.toLowerCase())
}

/** The endings that are taken, for a message. */
export const HARMLESS_ENDINGS: readonly string[] = [...HARMLESS]
