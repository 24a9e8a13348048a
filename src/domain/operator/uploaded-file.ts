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

const HARMLESS_KINDS = /^(?:image|video|audio|font|model)\//
const OFFICE = /^application\/vnd\.(?:ms-|openxmlformats-|oasis\.)/
const HARMLESS_TYPES = new Set([
  ...["text/plain", "text/csv", "text/tab-separated-values", "text/markdown"],
  ...["application/pdf", "application/json", "application/jsonl", "application/x-ndjson"],
  ...["application/zip", "application/gzip", "application/x-gzip", "application/x-tar"],
  ...["application/x-7z-compressed", "application/vnd.rar", "application/octet-stream"],
  ...["application/rtf", "application/msword", "application/postscript"],
])
const ACTIVE = /svg|html|script|xml(?!formats)/

/**
 * Whether a browser cannot take a file of this media type for a page that runs script. Medusa makes
 * the ending of an announced file from it, and S3 serves a file under it.
 */
export function isHarmlessType(type: string): boolean {
  const plain = type.split(";")[0].trim().toLowerCase()
  const isListed = HARMLESS_KINDS.test(plain) || OFFICE.test(plain) || HARMLESS_TYPES.has(plain)
  return isListed && !ACTIVE.test(plain)
}

/** The endings that are taken, for a message. */
export const HARMLESS_ENDINGS: readonly string[] = [...HARMLESS]
