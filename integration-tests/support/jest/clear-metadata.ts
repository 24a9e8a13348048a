import { MetadataStorage } from "@medusajs/framework/mikro-orm/core"

// MikroORM keeps its entities on the process, where the spec file before left them (stack.md, "Tests").
MetadataStorage.clear()
