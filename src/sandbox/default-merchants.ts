import type { Country, Currency, DirectMethod } from "./catalog"

/** Credentials that work out of the box: public, worthless, printed at start. One per country. */
export const DEFAULT_MERCHANTS: {
  username: string
  password: string
  token: string
  merchantId: string
  country: Country
  name: string
  nit: string
  email: string
  currency: Currency
  wallet: number
  active: boolean
  direct: DirectMethod[]
  webhookSecret: string
}[] = [
  {
    username: "sandbox-co",
    password: "sandbox-co-password",
    token: "sandbox-co-token",
    merchantId: "sandbox-co",
    country: "CO",
    name: "Tienda de Prueba Colombia S.A.S.",
    nit: "900123456-7",
    email: "colombia@example.com",
    currency: "COP",
    wallet: 0,
    active: true,
    direct: [],
    webhookSecret: "sandbox-co-webhook-secret",
  },
  {
    username: "sandbox-pe",
    password: "sandbox-pe-password",
    token: "sandbox-pe-token",
    merchantId: "sandbox-pe",
    country: "PE",
    name: "Tienda de Prueba Perú S.A.C.",
    nit: "20123456789",
    email: "peru@example.com",
    currency: "PEN",
    wallet: 0,
    active: true,
    direct: [],
    webhookSecret: "sandbox-pe-webhook-secret",
  },
  {
    username: "sandbox-mx",
    password: "sandbox-mx-password",
    token: "sandbox-mx-token",
    merchantId: "sandbox-mx",
    country: "MX",
    name: "Tienda de Prueba México S.A. de C.V.",
    nit: "TPM010101AB1",
    email: "mexico@example.com",
    currency: "MXN",
    wallet: 0,
    active: true,
    direct: [],
    webhookSecret: "sandbox-mx-webhook-secret",
  },
]
