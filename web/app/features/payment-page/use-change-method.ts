import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { changePaymentMethod, PaymentPage } from '#contract/payment-page/payment-page.ts'
import { type Address, api, failureMessage } from '#web/api/api.ts'
import { PAYMENT_PATH, pathTo } from '#web/paths.ts'
import { showToast } from '#web/ui/toast.ts'
import { paymentKey } from './queries.ts'

const CHANGE: Address<typeof changePaymentMethod> = { method: 'POST', path: '/payments/:token/method' }

interface Wanted {
  payment_type: PaymentPage['type']
  /** Number of installments; cards only. */
  installments?: number
}

export function useChangeMethod(token: string, onFailure?: () => void) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Wanted) => api<typeof changePaymentMethod>(CHANGE, { params: { token }, body }),
    onSuccess: ({ data, message }) => {
      showToast('success', message ?? 'Novo pagamento gerado.')
      navigate(pathTo(PAYMENT_PATH, data.token), { replace: true })
    },
    onError: async (failure) => {
      showToast('error', failureMessage(failure, 'Erro ao gerar o pagamento.'))
      onFailure?.()
      // The payment may have changed elsewhere.
      await queries.invalidateQueries({ queryKey: paymentKey(token) })
    },
  })
}
