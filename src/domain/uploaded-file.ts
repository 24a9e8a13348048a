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

/** Media types of files in which a browser runs no script, by their beginning. */
const HARMLESS_TYPES =
  /^(?:image\/(?!svg)[\w.-]+|video\/|audio\/|font\/|model\/|text\/(?:plain|csv|tab-separated-values|markdown)|application\/(?:pdf|json|jsonl|x-ndjson|zip|gzip|x-gzip|x-tar|x-7z-compressed|vnd\.rar|octet-stream|rtf|msword|postscript|vnd\.(?:ms-|openxmlformats-|oasis\.)[\w.-]+))(?:$|[;\w.-])/

/**
 * Whether a browser cannot take a file of this media type for a page that runs script. Medusa makes
 * the ending of an announced file from it, and S3 serves a file under it.
 */
export function isHarmlessType(type: string): boolean {
  const plain = type.trim().toLowerCase()
  return HARMLESS_TYPES.test(plain) && !/xml|html|script/.test(plain.replace(/openxmlformats/, ""))
}

/** The endings that are taken, for a message. */
export const HARMLESS_ENDINGS: readonly string[] = [...HARMLESS]
