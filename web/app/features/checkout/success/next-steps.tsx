import { IconMail, IconPackage, IconQrcode, IconRun, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { KitPickup } from '#contract/event/kit-pickup.ts'
import { pickupPlace, pickupTimes } from '#contract/event/pickup-words.ts'
import { PAYMENT_TYPE, type PaymentType } from '#contract/payment/payment-types.ts'
import classes from './success-screen.module.css'

interface NextStepsProps {
  isPaid: boolean
  /** How the order is paid; undefined while that is not known. */
  type: PaymentType | undefined
  /** Null while nothing is known. */
  pickup: KitPickup | null
}

/** What the organizer has published about the kit; for the rest, that they will announce it. */
function kitWords(pickup: KitPickup | null): string {
  const place = pickup && pickupPlace(pickup)
  const times = pickup && pickupTimes(pickup)
  const words = [
    place && `Retire em ${place}.`,
    times && `A entrega é ${of(times)}.`,
    !(place && times) && `A organização avisa ${unpublished(place, times)}.`,
    'Leve um documento com foto.',
    // Last, because it may end without a full stop.
    pickup?.note,
  ]
  return words.filter(Boolean).join(' ')
}

function unpublished(place: string | null, times: string | null): string {
  if (place) return 'o dia e o horário'
  return times ? 'o local' : 'onde e quando retirar o seu'
}

const of = (times: string) => (times.startsWith('de ') ? times : `em ${times}`)

const CONFIRMED: Readonly<Record<PaymentType, string>> = {
  [PAYMENT_TYPE.pix]: 'Um Pix é confirmado em segundos.',
  [PAYMENT_TYPE.boleto]: 'Um boleto é confirmado em até três dias úteis.',
  [PAYMENT_TYPE.card]: 'Um cartão é confirmado em minutos.',
}
const CONFIRMED_ANYHOW =
  'Um Pix é confirmado em segundos, um cartão em minutos, um boleto em até três dias úteis.'

const stepsOf = ({
  type,
  pickup,
}: NextStepsProps): readonly (readonly [icon: TablerIcon, title: string, text: ReactNode])[] => [
  [IconQrcode, 'Pagamento', type === undefined ? CONFIRMED_ANYHOW : CONFIRMED[type]],
  [IconMail, 'Confirmação', 'Ela chega por e-mail, e o comprovante fica em Meus Eventos.'],
  [IconPackage, 'Kit', kitWords(pickup)],
  [IconRun, 'Largada', 'Chegue com calma, aqueça e aproveite a prova.'],
]

export const NextSteps = (props: NextStepsProps) => (
  <section className={classes.next} aria-labelledby="proximos">
    <h2 id="proximos">O que acontece agora</h2>
    <ol>
      {stepsOf(props)
        .slice(props.isPaid ? 1 : 0)
        .map(([Icon, title, text]) => (
          <li key={title}>
            <Icon size={24} aria-hidden />
            <div>
              <strong>{title}</strong>
              <p>{text}</p>
            </div>
          </li>
        ))}
    </ol>
  </section>
)
