import { ask } from "../../../lib/medusa"

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const { order } = await ask<{ order: { display_id: number; payment_status: string } }>(
    `/store/orders/${id}?fields=display_id,payment_status`
  )
  return (
    <h1 className="text-2xl" data-order={id}>
      Pedido #{order.display_id}: {order.payment_status}
    </h1>
  )
}
