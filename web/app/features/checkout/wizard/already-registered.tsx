import { IconCircleCheck, IconExternalLink, IconUserPlus } from '@tabler/icons-react'
import type { WizardStart } from '#contract/checkout/checkout.ts'
import { formatDecimal } from '#contract/money.ts'
import { MY_REGISTRATION_PATH, pathTo } from '#web/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { AnchorButton, TextButton } from '#web/ui/text-button.tsx'
import classes from './already-registered.module.css'

interface AlreadyRegisteredProps {
  registration: NonNullable<WizardStart['registration']>
  onRegisterOther: () => void
}

export function AlreadyRegistered({ registration, onRegisterOther }: AlreadyRegisteredProps) {
  const { id, payment } = registration
  const details = pathTo(MY_REGISTRATION_PATH, id)
  return (
    <section className={classes.card} aria-labelledby="already-registered">
      <IconCircleCheck size={40} stroke={1.75} aria-hidden className={classes.icon} />
      <h2 id="already-registered">Você já está inscrito nesta corrida</h2>
      <p>
        {payment
          ? `Falta pagar ${formatDecimal(payment.value)} para confirmar a sua vaga.`
          : 'Os dados da sua inscrição estão em Meus Eventos.'}
      </p>
      <div className={classes.ways}>
        {payment && (
          <AnchorButton
            size="lg"
            href={payment.payment_link}
            target="_blank"
            rel="noopener"
            rightSection={<IconExternalLink size={20} aria-hidden />}
          >
            Pagar {formatDecimal(payment.value)}
          </AnchorButton>
        )}
        <LinkButton to={details} size="lg" variant={payment ? 'default' : 'filled'}>
          Ver minha inscrição
        </LinkButton>
        <TextButton size="lg" variant="default" icon={IconUserPlus} onClick={onRegisterOther}>
          Inscrever outra pessoa
        </TextButton>
      </div>
    </section>
  )
}
