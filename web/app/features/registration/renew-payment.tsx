import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type MyRegistration, renewMyPayment } from '#contract/registration.ts'
import { api, failureMessage } from '../../api.ts'
import { PaymentTypeChoice } from '../../ui/payment-type-choice.tsx'
import { showToast } from '../../ui/toast.ts'
import classes from './details.module.css'
import { REGISTRATIONS_KEY } from './queries.ts'

interface RenewPaymentProps {
  registration: MyRegistration
  /** Why, and what becomes of what there was. */
  children: ReactNode
  onDone?: () => void
}

/** Asks for another payment, in a way that is chosen when there is more than one. */
export function RenewPayment({ registration, children, onDone }: RenewPaymentProps) {
  const { id, payment_choices: choices, event } = registration
  const asBefore = choices.find((type) => type === event.payment?.type)
  const [chosen, setChosen] = useState(asBefore ?? null)
  const [missing, setMissing] = useState(false)
  const queries = useQueryClient()
  const renew = useMutation({
    mutationFn: (type: MyRegistration['payment_choices'][number]) =>
      api(renewMyPayment, { params: { id }, body: { payment_type: type } }),
    onSuccess: ({ data, message }) =>
      data.payment_link
        ? showToast('success', message ?? 'Novo pagamento gerado.')
        : showToast('info', 'O novo link ainda não ficou pronto. Ele aparece aqui e vai para o seu e-mail.'),
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao gerar o pagamento.')),
    onSettled: async () => {
      // Whatever became of it, what the screen shows next is what is.
      await queries.invalidateQueries({ queryKey: REGISTRATIONS_KEY })
      onDone?.()
    },
  })
  const [only] = choices
  const type = choices.length === 1 && only !== undefined ? only : chosen
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (type === null) setMissing(true)
    else renew.mutate(type)
  }
  return (
    <form className={classes.renew} onSubmit={submit} noValidate>
      {children}
      {choices.length > 1 && (
        <PaymentTypeChoice
          types={choices}
          chosen={chosen}
          problem={missing && chosen === null ? 'Escolha uma forma de pagamento' : undefined}
          onChoose={setChosen}
        />
      )}
      <Button
        type="submit"
        fullWidth
        leftSection={<IconRefresh size={20} aria-hidden />}
        loading={renew.isPending}
      >
        Gerar novo pagamento
      </Button>
    </form>
  )
}
