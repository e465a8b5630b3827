import { Button, Checkbox } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { z } from 'zod'
import { formatCents, toCents } from '#contract/money.ts'
import { type listPayableTogether, payTogether } from '#contract/my-registrations/my-registrations.ts'
import { api } from '#web/api/api.ts'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Money } from '#web/ui/money.tsx'
import { PaymentTypeChoice } from '#web/ui/payment-type-choice.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import classes from './pay-together.module.css'
import { payableQuery } from './queries.ts'

type Group = z.output<typeof listPayableTogether.data>[number]
type Payable = Group['registrations'][number]

export function PayTogether() {
  const { data: groups = [] } = useQuery(payableQuery)
  // A payment that they share already has its own card.
  return groups
    .filter(({ payment }) => payment === null)
    .map((group) => <PayableGroup key={group.event.id} group={group} />)
}

const sumOf = (registrations: readonly Payable[]) =>
  registrations.reduce((sum, { owed }) => sum + (toCents(owed) ?? 0), 0)

function PayableGroup({ group }: { group: Group }) {
  const { event, registrations } = group
  const id = useId()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const total = formatCents(sumOf(registrations))
  return (
    <section className={classes.group} aria-labelledby={id}>
      <div>
        <h2 id={id}>{event.title}</h2>
        <p>
          {registrations.length} inscrições a pagar, {total} ao todo.
        </p>
      </div>
      <TextButton icon={IconUsers} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Pagar tudo de uma vez
      </TextButton>
      <Dialog opened={open} onClose={close} title="Pagar tudo de uma vez">
        <PayForm group={group} onDone={close} />
      </Dialog>
    </section>
  )
}

function PayForm({ group, onDone }: { group: Group; onDone: () => void }) {
  const { registrations, payment_types: types } = group
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set(registrations.map(({ id }) => id)))
  const [type, setType] = useState<(typeof types)[number] | null>(
    types.length === 1 ? (types[0] ?? null) : null,
  )
  const [tried, setTried] = useState(false)
  const chosen = registrations.filter(({ id }) => ids.has(id))
  const pay = useRegistrationChange({
    change: (payment_type: (typeof types)[number]) =>
      api(payTogether, { body: { registration_ids: chosen.map(({ id }) => id), payment_type } }),
    done: 'Novo pagamento gerado.',
    failure: 'Erro ao gerar o pagamento.',
    onSettled: onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (type !== null && chosen.length > 0) pay.mutate(type)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <fieldset>
        <legend>Inscrições</legend>
        {registrations.map(({ id, name, owed }) => (
          <Checkbox
            key={id}
            label={
              <>
                {name} · <Money value={owed} />
              </>
            }
            checked={ids.has(id)}
            onChange={(event) => {
              const others = [...ids].filter((other) => other !== id)
              setIds(new Set(event.currentTarget.checked ? [...others, id] : others))
            }}
          />
        ))}
        {tried && chosen.length === 0 && <p role="alert">Escolha ao menos uma inscrição.</p>}
      </fieldset>
      {types.length > 1 && (
        <PaymentTypeChoice
          types={types}
          chosen={type}
          problem={tried && type === null ? 'Escolha uma forma de pagamento' : undefined}
          onChoose={setType}
        />
      )}
      <p>Os links de antes deixam de valer. Se você já pagou algum deles, espere a confirmação.</p>
      <Button type="submit" fullWidth loading={pay.isPending}>
        Gerar pagamento de {formatCents(sumOf(chosen))}
      </Button>
    </form>
  )
}
