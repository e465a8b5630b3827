import { NativeSelect } from '@mantine/core'
import { IconSwitchHorizontal } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { isSoldIn } from '#contract/event/kit-categories.ts'
import { formatDecimal } from '#contract/money.ts'
import { type ChangeOptions, changeMyRegistration } from '#contract/my-registrations/change.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { isFreeValue } from '#contract/payment/payment-status.ts'
import { api } from '#web/api/api.ts'
import classes from '#web/features/registration/details.module.css'
import { PriceLines } from '#web/features/registration/price-lines.tsx'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { Money } from '#web/ui/money.tsx'
import { OptionCard } from '#web/ui/option.tsx'
import { PaymentTypeChoice } from '#web/ui/payment-type-choice.tsx'
import { TextButton } from '#web/ui/text-button.tsx'

type Product = ChangeOptions['products'][number]

interface ChangeFormProps {
  registration: MyRegistration
  options: ChangeOptions
  onDone: () => void
}

export function ChangeForm({ registration, options, onDone }: ChangeFormProps) {
  const { current, categories, products, payment_types: types } = options
  const [category, setCategory] = useState(current.category_id)
  const [kit, setKit] = useState<number | null>(current.product_id)
  const [size, setSize] = useState(current.shirt_size_id)
  const [chosenType, setType] = useState<ChangeOptions['payment_types'][number] | null>(null)
  const [isTried, setTried] = useState(false)
  const name = useId()

  const product = products.find(({ id }) => id === kit)
  const sizes = product?.sizes ?? []
  const owes = product !== undefined && !isFreeValue(product.to_pay)
  const [only] = types
  const type = types.length === 1 && only !== undefined ? only : chosenType
  const isSame =
    category === current.category_id && kit === current.product_id && size === current.shirt_size_id
  const problems = {
    kit: product ? undefined : 'Escolha um kit',
    size: sizes.length > 0 && size === null ? 'Por favor, selecione o tamanho da camisa.' : undefined,
    type: owes && !isSame && type === null ? 'Escolha uma forma de pagamento' : undefined,
  }
  const change = useRegistrationChange({
    change: ({ id, value }: Product) =>
      api(changeMyRegistration, {
        params: { id: registration.id },
        body: {
          category_id: category,
          product_id: id,
          shirt_size_id: size,
          payment_type: owes ? type : null,
          expected_value: value,
        },
      }),
    done: 'Inscrição alterada.',
    failure: 'Erro ao alterar a inscrição.',
    onSuccess: ({ data }) => {
      onDone()
      if (data.payment_link) window.location.assign(data.payment_link)
    },
  })
  const chooseKit = (id: number | null) => {
    setKit(id)
    setSize(id === current.product_id ? current.shirt_size_id : null)
  }
  const chooseCategory = (id: number) => {
    setCategory(id)
    if (product && !isSoldIn(product.category_ids, id)) chooseKit(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (product && !isSame && Object.values(problems).every((problem) => problem === undefined))
      change.mutate(product)
  }
  return (
    <form className={classes.choice} onSubmit={submit} noValidate>
      <p>{termsWords(options)}</p>
      <NativeSelect
        label="Modalidade e categoria"
        value={category}
        onChange={(event) => chooseCategory(Number(event.currentTarget.value))}
        data={categories.map((one) => ({
          value: String(one.id),
          label: [`${one.modality} · ${one.name}`, ...excuseOf(one, 'esgotada')].join(' · '),
          disabled: one.id !== current.category_id && (one.is_sold_out || one.ineligible !== null),
        }))}
      />
      <ChoiceGroup legend="Kit" layout="cards" problem={isTried ? problems.kit : undefined}>
        {products
          .filter(({ category_ids: ids }) => isSoldIn(ids, category))
          .map((one) => {
            const [excuse] = excuseOf(one, 'esgotado')
            const isKept = one.id === current.product_id
            return (
              <OptionCard
                key={one.id}
                name={name}
                checked={one.id === kit}
                disabled={!isKept && excuse !== undefined}
                onChoose={() => chooseKit(one.id)}
              >
                <strong>{one.name}</strong>
                <small>{excuse ?? (isKept ? 'O seu kit' : differenceWords(one))}</small>
              </OptionCard>
            )
          })}
      </ChoiceGroup>
      {sizes.length > 0 && (
        <NativeSelect
          label="Tamanho da camisa"
          value={size ?? ''}
          error={isTried ? problems.size : undefined}
          onChange={(event) => setSize(Number(event.currentTarget.value) || null)}
          data={[
            { value: '', label: 'Escolha' },
            ...sizes.map((one) => ({
              value: String(one.id),
              label: one.is_sold_out ? `${one.name} · esgotado` : one.name,
              disabled: one.is_sold_out,
            })),
          ]}
        />
      )}
      {product && !isSame && <Price product={product} value={registration.value} />}
      {owes && !isSame && types.length > 1 && (
        <PaymentTypeChoice
          types={types}
          chosen={chosenType}
          problem={isTried ? problems.type : undefined}
          onChoose={setType}
        />
      )}
      <TextButton
        type="submit"
        fullWidth
        disabled={isSame}
        loading={change.isPending}
        icon={IconSwitchHorizontal}
      >
        {owes && !isSame ? 'Alterar e pagar a diferença' : 'Confirmar a alteração'}
      </TextButton>
    </form>
  )
}

function Price({ product, value }: { product: Product; value: string }) {
  return (
    <div aria-live="polite">
      <PriceLines lines={product.price_lines} total={product.value} />
      <p className={classes.note}>
        A inscrição custava <Money value={value} />. {consequence(product)}
      </p>
    </div>
  )
}

function consequence({ to_pay: toPay, to_refund: toRefund, kept, credit }: Product): string {
  if (!isFreeValue(toPay))
    return `Falta pagar ${formatDecimal(toPay)}. A vaga atual continua sua até o pagamento, e a nova fica guardada.`
  if (!isFreeValue(toRefund))
    return `Você recebe ${formatDecimal(toRefund)} de volta, pelo mesmo meio por onde pagou. A alteração vale na hora.`
  if (!isFreeValue(credit))
    return `A diferença, ${formatDecimal(credit)}, vira crédito para outra prova desta organização. A alteração vale na hora.`
  if (!isFreeValue(kept))
    return `A diferença de ${formatDecimal(kept)} não é devolvida. A alteração vale na hora.`
  return 'Nada mais a pagar. A alteração vale na hora.'
}

function differenceWords({ to_pay: toPay, to_refund: toRefund, kept, credit }: Product): string {
  if (!isFreeValue(toPay)) return `Falta pagar ${formatDecimal(toPay)}`
  if (!isFreeValue(toRefund)) return `Você recebe ${formatDecimal(toRefund)} de volta`
  if (!isFreeValue(credit)) return `${formatDecimal(credit)} de crédito para outra prova`
  return isFreeValue(kept) ? 'Nada mais a pagar' : 'Sem devolução da diferença'
}

const excuseOf = (
  { is_sold_out, ineligible }: ChangeOptions['categories'][number] | ChangeOptions['products'][number],
  soldOut: string,
): string[] => (is_sold_out ? [soldOut] : ineligible === null ? [] : [`para ${ineligible}`])

function termsWords({ until, fee, downgrade }: ChangeOptions): string {
  const cost = isFreeValue(fee)
    ? 'Alterar não tem taxa.'
    : `Cada alteração tem uma taxa de ${formatDecimal(fee)}.`
  return `Até ${until} você pode trocar o que escolheu, enquanto há vaga. ${cost} Se a nova opção for mais barata, ${CHEAPER[downgrade]}.`
}

const CHEAPER: Record<ChangeOptions['downgrade'], string> = {
  keep: 'a diferença fica com a organização',
  credit: 'a diferença vira crédito para outra prova desta organização',
  refund: 'devolvemos a diferença',
}
