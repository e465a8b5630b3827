import { Alert } from '@mantine/core'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { LinkButton } from '#web/ui/link-button.tsx'
import classes from './auth.module.css'
import { AuthPage } from './auth-page.tsx'

interface LinkOutcomeProps {
  title: string
  isGood?: boolean
  words: string
  next: { to: string; label: string }
}

export const LinkOutcome = ({ title, isGood = false, words, next }: LinkOutcomeProps) => (
  <AuthPage title={title}>
    <div role="status" className={classes.notice}>
      <Alert
        color={isGood ? 'green' : 'red'}
        icon={isGood ? <IconCircleCheck aria-hidden /> : <IconLinkOff aria-hidden />}
      >
        {words}
      </Alert>
    </div>
    <div className={classes.ways}>
      <LinkButton to={next.to}>{next.label}</LinkButton>
    </div>
  </AuthPage>
)
