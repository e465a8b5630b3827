import { IconMail, IconPackage, IconQrcode, IconRun, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { KitPickup } from '#contract/event/kit-pickup.ts'
import { pickupPlace, pickupTimes } from '#contract/event/pickup-words.ts'
import classes from './success-screen.module.css'

interface NextStepsProps {
  isPaid: boolean
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

const stepsOf = (
  pickup: KitPickup | null,
): readonly (readonly [icon: TablerIcon, title: string, text: ReactNode])[] => [
  [
    IconQrcode,
    'Pagamento',
    'Um Pix é confirmado em segundos, um cartão em minutos, um boleto em até três dias úteis.',
  ],
  [IconMail, 'Confirmação', 'Ela chega por e-mail, e o comprovante fica em Meus Eventos.'],
  [IconPackage, 'Kit', kitWords(pickup)],
  [IconRun, 'Largada', 'Chegue com calma, aqueça e aproveite a prova.'],
]

export const NextSteps = ({ isPaid, pickup }: NextStepsProps) => (
  <section className={classes.next} aria-labelledby="proximos">
    <h2 id="proximos">O que acontece agora</h2>
    <ol>
      {stepsOf(pickup)
        .slice(isPaid ? 1 : 0)
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
