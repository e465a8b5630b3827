import { Button } from '@mantine/core'
import { IconCircleCheck, IconExternalLink, IconUserPlus } from '@tabler/icons-react'
import type { WizardStart } from '#contract/checkout.ts'
import { formatDecimal } from '#contract/money.ts'
import { MY_REGISTRATION_PATH, pathTo } from '../../paths.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import classes from './already-registered.module.css'

interface AlreadyRegisteredProps {
  registration: NonNullable<WizardStart['registration']>
  onRegisterOther: () => void
}

/** In place of the steps, for whoever is registered in the race already. */
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
          <Button
            component="a"
            size="lg"
            href={payment.payment_link}
            target="_blank"
            rel="noopener"
            rightSection={<IconExternalLink size={20} aria-hidden />}
          >
            Pagar {formatDecimal(payment.value)}
          </Button>
        )}
        <LinkButton to={details} size="lg" variant={payment ? 'default' : 'filled'}>
          Ver minha inscrição
        </LinkButton>
        <Button
          size="lg"
          variant="default"
          leftSection={<IconUserPlus size={20} aria-hidden />}
          onClick={onRegisterOther}
        >
          Inscrever outra pessoa
        </Button>
      </div>
    </section>
  )
}
