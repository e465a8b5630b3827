import { IconRefresh } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { PaymentTypeChoice } from '#web/ui/payment-type-choice.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import classes from './payment.module.css'

interface NewPaymentFormProps<Type extends number> {
  types: readonly Type[]
  /** The preselected type. A single type is always preselected. */
  proposed?: Type | null
  busy: boolean
  onSubmit: (type: Type) => void
  children: ReactNode
}

export function NewPaymentForm<Type extends number>({
  types,
  proposed = null,
  busy,
  onSubmit,
  children,
}: NewPaymentFormProps<Type>) {
  const [picked, setPicked] = useState(proposed)
  const [missing, setMissing] = useState(false)
  const [only] = types
  const chosen = types.length === 1 && only !== undefined ? only : picked
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen === null) setMissing(true)
    else onSubmit(chosen)
  }
  return (
    <form className={classes.stack} onSubmit={submit} noValidate>
      <p className={classes.note}>{children}</p>
      {types.length > 1 && (
        <PaymentTypeChoice
          types={types}
          chosen={chosen}
          problem={missing && chosen === null ? 'Escolha uma forma de pagamento' : undefined}
          onChoose={setPicked}
        />
      )}
      <TextButton type="submit" fullWidth icon={IconRefresh} loading={busy}>
        Gerar novo pagamento
      </TextButton>
    </form>
  )
}
