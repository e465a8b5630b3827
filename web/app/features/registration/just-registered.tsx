import { Alert } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { MY_REGISTRATION_PATH, pathTo } from '../../paths.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import classes from './just-registered.module.css'

/** Navigation state after a registration that costs nothing, which has no page of payments. */
const Arrival = z.object({ registered: z.object({ id: z.int(), title: z.string() }) })
export type Registered = z.infer<typeof Arrival>['registered']

/** Says what was registered for just now, above all that waits for a payment. */
export function JustRegistered() {
  const { data } = Arrival.safeParse(useLocation().state)
  if (!data) return null
  const { id, title } = data.registered
  return (
    <Alert
      color="green"
      mb="lg"
      title={`Inscrição confirmada: ${title}`}
      icon={<IconCircleCheck size={24} aria-hidden />}
    >
      <p className={classes.words}>
        Não há nada a pagar. A confirmação vai para o seu e-mail: nos vemos na largada!
      </p>
      <LinkButton to={pathTo(MY_REGISTRATION_PATH, id)} variant="default">
        Ver minha inscrição
      </LinkButton>
    </Alert>
  )
}
