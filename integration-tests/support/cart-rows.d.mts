type Query = (sql: string) => Promise<{ rows: { name: string }[] }>

export class CartRows {
  constructor(query: Query)
  copy(cartId: string, count: number): Promise<string[]>
}
