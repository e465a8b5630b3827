import { IconMail, IconPackage, IconQrcode, IconRun, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './success-screen.module.css'

interface NextStepsProps {
  isPaid: boolean
  /** Date on which kits are handed out, `dd/mm/yyyy`; undefined until the organizer sets it. */
  kitDelivery: string | undefined
}

const stepsOf = (
  kitDelivery: string | undefined,
): readonly (readonly [icon: TablerIcon, title: string, text: ReactNode])[] => [
  [
    IconQrcode,
    'Pagamento',
    'Um Pix é confirmado em segundos, um cartão em minutos, um boleto em até três dias úteis.',
  ],
  [IconMail, 'Confirmação', 'Ela chega por e-mail, e o comprovante fica em Meus Eventos.'],
  [
    IconPackage,
    'Kit',
    kitDelivery
      ? `A entrega é em ${kitDelivery}. A organização avisa o local e o horário. Leve um documento com foto.`
      : 'A organização avisa onde e quando retirar o seu. Leve um documento com foto.',
  ],
  [IconRun, 'Largada', 'Chegue com calma, aqueça e aproveite a prova.'],
]

export const NextSteps = ({ isPaid, kitDelivery }: NextStepsProps) => (
  <section className={classes.next} aria-labelledby="proximos">
    <h2 id="proximos">O que acontece agora</h2>
    <ol>
      {stepsOf(kitDelivery)
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
