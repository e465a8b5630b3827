import type { ReactNode } from 'react'
import { EventStep } from './event-step.tsx'
import { ModalitiesStep } from './modalities-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import { ProductsStep } from './products-step.tsx'
import { QuestionnairesStep } from './questionnaires-step.tsx'
import { TermsStep } from './terms-step.tsx'

interface StepScreen {
  title: string
  Step: () => ReactNode
}

/** In the order of `STEPS`. */
export const STEP_SCREENS: readonly [StepScreen, ...StepScreen[]] = [
  { title: 'Dados do evento', Step: EventStep },
  { title: 'Modalidades e categorias', Step: ModalitiesStep },
  { title: 'Produtos (kits)', Step: ProductsStep },
  { title: 'Formas de pagamento e cupons', Step: PaymentStep },
  { title: 'Termos que o participante aceita', Step: TermsStep },
  { title: 'Perguntas ao participante', Step: QuestionnairesStep },
]
