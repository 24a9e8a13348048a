/** PostgreSQL refuses to search for just any text. */
export const ORDER_ID = /^[A-Za-z0-9_-]{1,100}$/
