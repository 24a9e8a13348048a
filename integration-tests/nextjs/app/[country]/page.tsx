import { buy } from "../../lib/actions"
import { COUNTRIES, countryOf } from "../../lib/countries"
import { ask, regionOf, type Product } from "../../lib/medusa"

export default async function Page({ params }: { params: Promise<{ country: string }> }) {
  const country = countryOf((await params).country)
  const query = `region_id=${await regionOf(country)}&fields=*variants.calculated_price`
  const { products } = await ask<{ products: Product[] }>(`/store/products?${query}`)
  return (
    <>
      <h1 className="text-2xl">{COUNTRIES[country].name}</h1>
      {products.map(({ id, title, variants: [variant] }) => (
        <form key={id} action={buy} className="flex justify-between">
          <span>{title}</span>
          <input type="hidden" name="country" value={country} />
          <button name="variant" value={variant.id} className="underline">
            {title}: {variant.calculated_price.calculated_amount}
          </button>
        </form>
      ))}
    </>
  )
}
