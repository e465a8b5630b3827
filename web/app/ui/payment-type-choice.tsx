import { IconBarcode, IconCreditCard, IconQrcode, type TablerIcon } from '@tabler/icons-react'
import { useId } from 'react'
import { PAYMENT_TYPES } from '#contract/payment-types.ts'
import { ChoiceGroup } from './choice-group.tsx'
import { OptionCard } from './option.tsx'

interface PaymentTypeChoiceProps<Type extends number> {
  types: readonly Type[]
  chosen: Type | null
  problem?: string
  /** `em até 3x de R$ 36,66 sem juros`: said of cards. */
  installments?: string | null
  onChoose: (type: Type) => void
}

/** By payment type: 0 Pix, 1 Boleto, 2 Cartão de Crédito. */
const LOOK: readonly { icon: TablerIcon; detail: string }[] = [
  { icon: IconQrcode, detail: 'Código QR ou copia e cola, confirmado na hora' },
  { icon: IconBarcode, detail: 'Confirmado em até 3 dias úteis' },
  { icon: IconCreditCard, detail: 'Confirmado em instantes' },
]

const CARD = 2

export function PaymentTypeChoice<Type extends number>({
  types,
  chosen,
  problem,
  installments,
  onChoose,
}: PaymentTypeChoiceProps<Type>) {
  const name = useId()
  return (
    <ChoiceGroup legend="Forma de pagamento" layout="cards" problem={problem}>
      {types.map((type) => {
        const { icon: Icon, detail } = LOOK[type] ?? { icon: IconCreditCard, detail: null }
        return (
          <OptionCard
            key={type}
            name={name}
            checked={type === chosen}
            onChoose={() => onChoose(type)}
            media={<Icon size={28} stroke={1.75} aria-hidden />}
          >
            <strong>{PAYMENT_TYPES[type] ?? 'Outra forma'}</strong>
            {detail && (
              <small>
                {detail}
                {type === CARD && installments && ` · ${installments}`}
              </small>
            )}
          </OptionCard>
        )
      })}
    </ChoiceGroup>
  )
}
