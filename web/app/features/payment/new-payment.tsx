import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { changePaymentMethod, PaymentPage } from '#contract/payment-page.ts'
import { type Address, api, failureMessage } from '../../api.ts'
import { PAYMENT_PATH, pathTo } from '../../paths.ts'
import { PaymentTypeChoice } from '../../ui/payment-type-choice.tsx'
import { showToast } from '../../ui/toast.ts'
import classes from './payment.module.css'
import { paymentKey } from './queries.ts'

const CHANGE: Address<typeof changePaymentMethod> = { method: 'POST', path: '/payments/:token/method' }

type Type = PaymentPage['type']

interface NewPaymentProps {
  token: string
  types: readonly Type[]
  /** The explanation above the choice. */
  children: string
  onFailure?: () => void
}

/** Creates another payment in the place of this one and goes to its page; its type is chosen when there is more than one. */
export function NewPayment({ token, types, children, onFailure }: NewPaymentProps) {
  const [only] = types
  const [chosen, setChosen] = useState<Type | null>(types.length === 1 ? (only ?? null) : null)
  const [missing, setMissing] = useState(false)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (payment_type: Type) =>
      api<typeof changePaymentMethod>(CHANGE, { params: { token }, body: { payment_type } }),
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen === null) setMissing(true)
    else change.mutate(chosen)
  }
  return (
    <form className={classes.stack} onSubmit={submit} noValidate>
      <p className={classes.note}>{children}</p>
      {types.length > 1 && (
        <PaymentTypeChoice
          types={types}
          chosen={chosen}
          problem={missing && chosen === null ? 'Escolha uma forma de pagamento' : undefined}
          onChoose={setChosen}
        />
      )}
      <Button
        type="submit"
        fullWidth
        leftSection={<IconRefresh size={20} aria-hidden />}
        loading={change.isPending}
      >
        Gerar novo pagamento
      </Button>
    </form>
  )
}
