/** What the demo shop sells, and where. Pure data: the seed steps beside this file read it. */

export const SALES_CHANNEL = "Cordillera"
export const PUBLISHABLE_KEY_TITLE = "Cordillera storefront"
export const STOCK_LOCATION = "Bodega Cordillera"
export const SHIPPING_PROFILE = "Cordillera"
export const FULFILLMENT_SET = "Cordillera despachos"
export const PROMOTION = { code: "BIENVENIDA15", percent: 15 }

export type MarketId = "co" | "pe"

export interface Market {
  id: MarketId
  region: string
  currency: "cop" | "pen"
  country: MarketId
  /** Prices include this tax, as shelf prices in both countries do. */
  tax: { code: string; name: string; rate: number }
  shipping: { name: string; code: string; amount: number; description: string }[]
  payment_providers: string[]
  city: string
}

export const MARKETS: Market[] = [
  {
    id: "co",
    region: "Colombia",
    currency: "cop",
    country: "co",
    tax: { code: "IVA", name: "IVA", rate: 19 },
    shipping: [
      { name: "Envío nacional", code: "co-standard", amount: 12000, description: "2-4 días" },
      { name: "Envío exprés", code: "co-express", amount: 24000, description: "24 horas" },
    ],
    payment_providers: ["pp_payin_co", "pp_payin-card_co", "pp_system_default"],
    city: "Bogotá",
  },
  {
    id: "pe",
    region: "Perú",
    currency: "pen",
    country: "pe",
    tax: { code: "IGV", name: "IGV", rate: 18 },
    shipping: [
      { name: "Envío a todo el Perú", code: "pe-standard", amount: 12.5, description: "2-4 días" },
      { name: "Envío exprés Lima", code: "pe-express", amount: 22.9, description: "24 horas" },
    ],
    payment_providers: ["pp_payin_pe", "pp_system_default"],
    city: "Lima",
  },
]

export interface CatalogueVariant {
  sku: string
  /** Value of the product's one option. */
  option: string
  prices: { cop: number; pen: number }
}

export interface CatalogueProduct {
  handle: string
  title: string
  subtitle: string
  description: string
  /** English texts for the shop page; Medusa itself keeps the Spanish ones. */
  english: { title: string; subtitle: string; description: string }
  /** Bought once, it comes again (docs/subscriptions.md). */
  plan?: { payin_plan_name: string; payin_periodicity: string }
  weight: number
  option: string
  variants: CatalogueVariant[]
}

export const PRODUCTS: CatalogueProduct[] = [
  {
    handle: "cafe-de-origen",
    title: "Café de origen",
    subtitle: "Huila · 500 g",
    description:
      "Tostado medio, de una sola finca a 1.750 m. Notas de panela, mandarina y cacao; se seca al sol sobre camas elevadas.",
    english: {
      title: "Single-origin coffee",
      subtitle: "Huila · 500 g",
      description:
        "Medium roast from one farm at 1,750 m. Notes of panela, mandarin and cacao; dried in the sun on raised beds.",
    },
    weight: 500,
    option: "Molienda",
    variants: [
      { sku: "CAFE-GRANO", option: "En grano", prices: { cop: 48000, pen: 42.9 } },
      { sku: "CAFE-MOLIDO", option: "Molido", prices: { cop: 48000, pen: 42.9 } },
    ],
  },
  {
    handle: "mochila-wayuu",
    title: "Mochila wayuu",
    subtitle: "La Guajira · una hebra",
    description:
      "Tejida a crochet durante veinte días, de una sola hebra. El dibujo, kanaas, lo elige quien teje: no hay dos iguales.",
    english: {
      title: "Wayuu bag",
      subtitle: "La Guajira · single thread",
      description:
        "Crocheted over twenty days from a single thread. The weaver chooses the pattern, kanaas, so no two are alike.",
    },
    weight: 600,
    option: "Color",
    variants: [
      { sku: "MOCHILA-DESIERTO", option: "Desierto", prices: { cop: 285000, pen: 254.9 } },
    ],
  },
  {
    handle: "manta-de-alpaca",
    title: "Manta de alpaca",
    subtitle: "Ayacucho · 130 × 180 cm",
    description:
      "Hilada a mano y teñida con cochinilla, nogal e índigo. Abriga sin pesar y mejora con los años.",
    english: {
      title: "Alpaca throw",
      subtitle: "Ayacucho · 130 × 180 cm",
      description:
        "Hand-spun and dyed with cochineal, walnut and indigo. Warm without weight, and better with the years.",
    },
    weight: 900,
    option: "Color",
    variants: [
      { sku: "MANTA-COCHINILLA", option: "Cochinilla", prices: { cop: 398000, pen: 355.5 } },
    ],
  },
  {
    handle: "chocolate-de-piura",
    title: "Chocolate de Piura",
    subtitle: "Cacao blanco · 70 % · 90 g",
    description:
      "Tableta de cacao blanco de Piura, tostado lento y conchado tres días. Miel, frutos secos y un final largo.",
    english: {
      title: "Piura chocolate",
      subtitle: "White cacao · 70 % · 90 g",
      description:
        "A bar of white cacao from Piura, slow-roasted and conched for three days. Honey, nuts and a long finish.",
    },
    weight: 90,
    option: "Formato",
    variants: [{ sku: "CHOCOLATE-90", option: "Tableta", prices: { cop: 26500, pen: 22.9 } }],
  },
  {
    handle: "cafe-del-mes",
    title: "Café del mes",
    subtitle: "Suscripción · 500 g cada mes",
    description:
      "Cada mes una finca distinta, recién tostada. Se cobra a la misma tarjeta y llega a la misma puerta hasta que digas basta.",
    english: {
      title: "Coffee of the month",
      subtitle: "Subscription · 500 g a month",
      description:
        "A different farm each month, freshly roasted. Charged to the same card and brought to the same door until you say stop.",
    },
    plan: { payin_plan_name: "Café del mes", payin_periodicity: "monthly" },
    weight: 500,
    option: "Molienda",
    variants: [{ sku: "CAFE-MES", option: "En grano", prices: { cop: 44000, pen: 39.9 } }],
  },
]
