import Ajv2020 from "ajv/dist/2020"
import { z } from "zod"
import { SHAPE } from "./shape"
import { unknownNames } from "./words"

const named = z.record(z.string(), z.unknown())
const operation = z.looseObject({
  operationId: z.string(),
  security: z.array(named),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).default([]),
  description: z.string(),
  requestBody: z.unknown().optional(),
})
/** A body of ours, which takes the fields that it names and no other. */
const body = z.object({
  content: z.object({
    "application/json": z.object({
      schema: z.object({ additionalProperties: z.literal(false), properties: named }),
    }),
  }),
})
const contract = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: named, securitySchemes: named }),
})

/**
 * What is wrong with a contract, whatever the routes do; empty: it is one of OpenAPI 3.1, and
 * whoever has only it can read it.
 */
export function problemsOf(document: object): string[] {
  const misshapen = shapeOf(document)
  if (misshapen.length > 0) {
    return misshapen
  }
  const read = contract.parse(document)
  const { paths, components } = read
  const operations = Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ name: `${method} ${address}`, address, one }))
  )
  return [
    ...lost(document),
    ...wrongSchemas(document, read),
    ...twice(operations.map(({ one }) => one.operationId)),
    ...operations.flatMap(({ name, address, one }) => [
      ...parametersOf(address, one.parameters).map((said) => `${name}: ${said}`),
      ...one.security
        .flatMap((scheme) => Object.keys(scheme))
        .filter((scheme) => !(scheme in components.securitySchemes))
        .map((scheme) => `${name}: nothing describes the security ${scheme}`),
      ...bodyOf(one).map((said) => `${name}: ${said}`),
    ]),
    ...valuesOf(document).flatMap(([key, value]) =>
      key === "description" ? unknownNames(value).map((one) => `${one} is named: ${value}`) : []
    ),
  ]
}

const isShaped = new Ajv2020({ strict: false, allErrors: true }).compile(SHAPE)

function shapeOf(document: object): string[] {
  isShaped(document)
  return (isShaped.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`
  )
}

/**
 * Schemas that no validator takes: an unknown keyword, a value of the wrong kind, a lost reference.
 */
function wrongSchemas(document: object, { components, paths }: z.infer<typeof contract>): string[] {
  const ajv = new Ajv2020({ allowUnionTypes: true, strictTypes: false, strictRequired: false })
  ajv.addVocabulary(Object.keys(document))
  ajv.addSchema(document, "contract")
  const types = Object.keys(components.schemas).map((name) => ["components", "schemas", name])
  return [...types, ...schemasIn(paths, ["paths"])].flatMap((place) => {
    try {
      ajv.compile({ $ref: `contract#/${pointerTo(place)}` })
      return []
    } catch (error) {
      return [`${place.join(" ")}: ${String(error)}`]
    }
  })
}

function schemasIn(node: unknown, place: string[]): string[][] {
  return typeof node === "object" && node !== null
    ? Object.entries(node).flatMap(([name, value]) =>
        name === "schema" ? [[...place, name]] : schemasIn(value, [...place, name])
      )
    : []
}

/** A place in a document, as a `$ref` names it. */
export function pointerTo(place: string[]): string {
  return place
    .map((name) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1")))
    .join("/")
}

function lost(document: object): string[] {
  return valuesOf(document).flatMap(([key, value]) =>
    key === "$ref" && at(document, value) === undefined ? [`nothing stands at ${value}`] : []
  )
}

function at(document: object, pointer: string): unknown {
  const [root, ...path] = pointer.split("/")
  return root === "#"
    ? path.reduce<unknown>((there, name) => named.safeParse(there).data?.[name], document)
    : undefined
}

function twice(names: string[]): string[] {
  return names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) => `two operations are called ${name}`)
}

function parametersOf(address: string, parameters: { name: string; in: string }[]): string[] {
  const inPath = parameters.flatMap((one) => (one.in === "path" ? one.name : []))
  const inAddress = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
  return [
    ...twice(parameters.map((one) => `${one.in} ${one.name}`)),
    ...inAddress.filter((name) => !inPath.includes(name)).map((name) => `${name} is not declared`),
    ...inPath.filter((name) => !inAddress.includes(name)).map((name) => `${name} is in no address`),
  ]
}

function bodyOf({ requestBody, description }: z.infer<typeof operation>): string[] {
  const read = body.safeParse(requestBody)
  const fields = read.data?.content["application/json"].schema.properties ?? {}
  const untold = Object.keys(fields).filter(
    (field) => !new RegExp(`\\b${field}\\b`).test(description)
  )
  return [
    ...untold.map((field) => `its text does not name ${field}`),
    ...Object.keys(fields)
      .filter((field) => JSON.stringify(fields[field]) === "{}")
      .map((field) => `of ${field} nothing is said`),
  ]
}

/** Every text of the document, with the key it stands under. */
function valuesOf(node: unknown, key = ""): [string, string][] {
  if (typeof node === "string") {
    return [[key, node]]
  }
  return typeof node === "object" && node !== null
    ? Object.entries(node).flatMap(([name, value]) => valuesOf(value, name))
    : []
}
