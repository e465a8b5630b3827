import { IconBarcode, IconCreditCard, IconQrcode, type TablerIcon } from '@tabler/icons-react'
import { useId } from 'react'
import { PAYMENT_TYPE, PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import { ChoiceGroup } from './choice-group.tsx'
import { OptionCard } from './option.tsx'

interface PaymentTypeChoiceProps<Type extends number> {
  types: readonly Type[]
  chosen: Type | null
  problem?: string
  /** Describes the installments of cards, such as `em até 3x de R$ 36,66 sem juros`. */
  installments?: string | null
  onChoose: (type: Type) => void
}

const LOOK: Readonly<Record<number, { icon: TablerIcon; detail: string }>> = {
  [PAYMENT_TYPE.pix]: { icon: IconQrcode, detail: 'Código QR ou copia e cola, confirmado na hora' },
  [PAYMENT_TYPE.boleto]: { icon: IconBarcode, detail: 'Confirmado em até 3 dias úteis' },
  [PAYMENT_TYPE.card]: { icon: IconCreditCard, detail: 'Confirmado em instantes' },
}

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
                {type === PAYMENT_TYPE.card && installments && ` · ${installments}`}
              </small>
            )}
          </OptionCard>
        )
      })}
    </ChoiceGroup>
  )
}
