/** A header and two invented rows. */
export const PAYOUT_IMPORT_EXAMPLE = [
  "amount,currency_code,payment_method,full_name,legal_doc_type,legal_doc,phone_code,phone_number,email,bank,account_number,account_type,note",
  "150000,COP,BANK_TRANSFER,Ana Ejemplo,CC,1020304050,57,3001112233,ana@shop.example,BANCOLOMBIA,12345678901,AHORRO,Invoice 118",
  '87500,COP,,"Taller Ejemplo, S.A.S.",NIT,900123456-7,,3004445566,pagos@taller.example,NEQUI,3004445566,AHORRO,',
  "",
].join("\r\n")
