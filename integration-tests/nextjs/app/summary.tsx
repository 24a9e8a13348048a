import type { Cart } from "../lib/medusa"

export function Summary({ cart }: { cart: Cart | null }) {
  if (cart === null) return <p>No hay nada en tu carrito.</p>
  return (
    <>
      <h1 className="text-2xl">
        Total: {cart.total} {cart.currency_code.toUpperCase()}
      </h1>
      <ul>
        {cart.items.map(({ id, title, quantity }) => (
          <li key={id}>
            {quantity} × {title}
          </li>
        ))}
      </ul>
    </>
  )
}
