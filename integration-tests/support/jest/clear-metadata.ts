import { MetadataStorage } from "@medusajs/framework/mikro-orm/core"

// MikroORM keeps its entities on the process, also from the spec file before
// (docs/medusa.md#kept-metadata).
MetadataStorage.clear()
