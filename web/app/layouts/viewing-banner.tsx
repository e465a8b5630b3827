import { IconEye } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { Session } from '#web/session/session.ts'
import { endViewing } from '#web/session/viewing.ts'
import { Button } from '#web/ui/button.tsx'
import { useRootMark } from '#web/ui/use-root-mark.ts'
import classes from './viewing-banner.module.css'

export function ViewingBanner({ session }: { session: Session }) {
  const navigate = useNavigate()
  useRootMark('viewing')
  return (
    <section aria-label="Visualização" className={classes.banner}>
      <p>
        <IconEye size={20} aria-hidden />
        <span>
          Você está vendo a Largada como <strong>{session.user.name}</strong>. Nada pode ser mudado.
        </span>
      </p>
      <Button variant="default" onClick={() => navigate(endViewing(), { replace: true })}>
        Encerrar
      </Button>
    </section>
  )
}
