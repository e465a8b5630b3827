import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { PaymentTypeChoice } from '../../ui/payment-type-choice.tsx'
import classes from './payment.module.css'

interface NewPaymentFormProps<Type extends number> {
  types: readonly Type[]
  /** Chosen at first; the only type always is. */
  proposed?: Type | null
  busy: boolean
  onSubmit: (type: Type) => void
  /** The explanation above the choice. */
  children: ReactNode
}

/** Asks for another payment; its type is chosen when there is more than one. */
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
      <Button type="submit" fullWidth leftSection={<IconRefresh size={20} aria-hidden />} loading={busy}>
        Gerar novo pagamento
      </Button>
    </form>
  )
}
