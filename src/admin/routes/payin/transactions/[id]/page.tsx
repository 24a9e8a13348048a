import { useParams } from "react-router-dom"
import type { AdminTransactionAnswer } from "../../../../../api/admin/payin/transaction-types"
import { payin, useAnswer } from "../../../../answer/use-answer"
import { LoadingPage } from "../../../../page/loading"
import { Problem } from "../../../../page/problem"
import { crumb } from "../../../../text/crumb"
import { TransactionDetail } from "../../../../transactions/detail"

const Transaction = () => {
  const { id = "" } = useParams()
  const { data, error, refetch } = useAnswer<AdminTransactionAnswer>(payin("transactions", id))
  if (data !== undefined) {
    return <TransactionDetail transaction={data.transaction} />
  }
  return error === null ? <LoadingPage /> : <Problem error={error} again={() => void refetch()} />
}

export const handle = crumb("menu.transaction")

export default Transaction
