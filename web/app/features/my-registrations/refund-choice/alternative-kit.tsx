import { NativeSelect } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { formatCents, toCents } from '#contract/money.ts'
import { chooseRefund, type RefundChoice as Held } from '#contract/my-registrations/refund-choice.ts'
import { api } from '#web/api/api.ts'
import classes from '#web/features/registration/details.module.css'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { OptionCard } from '#web/ui/option.tsx'
import { PaymentTypeChoice } from '#web/ui/payment-type-choice.tsx'
import { TextButton } from '#web/ui/text-button.tsx'

type Place = Held['places'][number]

export function AlternativeKit({ id, held }: { id: number; held: Held }) {
  const { places, payment_types: types } = held
  const [only] = types
  const [kit, setKit] = useState<number | null>(null)
  const [size, setSize] = useState('')
  const [chosenType, setType] = useState<Held['payment_types'][number] | null>(null)
  const [isTried, setTried] = useState(false)
  const name = useId()
  const type = types.length === 1 && only !== undefined ? only : chosenType
  const place = places.find(({ product }) => product.id === kit)
  const owes = place !== undefined && differenceOf(place, held) > 0
  const take = useRegistrationChange({
    change: ({ product, sizes, total }: Place) =>
      api(chooseRefund, {
        params: { id },
        body: {
          choice: 'place',
          product_id: product.id,
          shirt_size_id: sizes.length > 0 ? Number(size) : null,
          payment_type: owes ? type : null,
          expected_value: total,
        },
      }),
    done: 'A vaga é sua.',
    failure: 'Erro ao ficar com a vaga.',
    onSuccess: ({ data }) => data.payment_link && window.location.assign(data.payment_link),
  })
  if (places.length === 0) return <p>Não há mais outra vaga nesta categoria.</p>
  const isMissing = {
    kit: isTried && !place,
    size: isTried && place !== undefined && place.sizes.length > 0 && size === '',
    type: isTried && owes && type === null,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (place && (place.sizes.length === 0 || size !== '') && (!owes || type !== null)) take.mutate(place)
  }
  return (
    <form className={classes.choice} onSubmit={submit} noValidate>
      <ChoiceGroup
        legend="Ficar com outro kit, pelo preço de hoje"
        layout="cards"
        problem={isMissing.kit ? 'Escolha um kit' : undefined}
      >
        {places.map((one) => (
          <OptionCard
            key={one.product.id}
            name={name}
            checked={one.product.id === kit}
            onChoose={() => {
              setKit(one.product.id)
              setSize('')
            }}
          >
            <strong>{one.product.name}</strong>
            <small>{differenceWords(differenceOf(one, held))}</small>
          </OptionCard>
        ))}
      </ChoiceGroup>
      {place && place.sizes.length > 0 && (
        <NativeSelect
          label="Tamanho da camisa"
          value={size}
          error={isMissing.size ? 'Por favor, selecione o tamanho da camisa.' : undefined}
          onChange={(event) => setSize(event.currentTarget.value)}
          data={[
            { value: '', label: 'Escolha' },
            ...place.sizes.map((one) => ({ value: String(one.id), label: one.name })),
          ]}
        />
      )}
      {owes && types.length > 1 && (
        <PaymentTypeChoice
          types={types}
          chosen={chosenType}
          problem={isMissing.type ? 'Escolha uma forma de pagamento' : undefined}
          onChoose={setType}
        />
      )}
      <TextButton type="submit" fullWidth loading={take.isPending} icon={IconTicket}>
        {owes ? 'Ficar e pagar a diferença' : 'Ficar com a vaga'}
      </TextButton>
    </form>
  )
}

const differenceOf = ({ total }: Place, { amount }: Held): number =>
  (toCents(total) ?? 0) - (toCents(amount) ?? 0)

function differenceWords(cents: number): string {
  if (cents === 0) return 'Nada mais a pagar'
  return cents > 0 ? `Falta pagar ${formatCents(cents)}` : `Você recebe ${formatCents(-cents)} de volta`
}
