import { Button, type ButtonProps, Loader } from '@mantine/core'
import classes from './submit-button.module.css'
import { useHydrated } from './use-hydrated.ts'

interface SubmitButtonProps extends Omit<ButtonProps, 'loading' | 'type' | 'disabled'> {
  busy: boolean
  /** Set when the form preserves a submission before hydration (`use-early-submit.ts`). */
  early?: boolean
  /** Shown while busy. Without it only a spinner is shown. */
  busyLabel?: string
  children: string
}

/** Disabled before hydration unless `early`: the browser would submit the form natively, with passwords. */
export function SubmitButton({ busy, early, busyLabel, children, ...props }: SubmitButtonProps) {
  const hydrated = useHydrated()
  return (
    <Button
      {...props}
      type="submit"
      disabled={(!hydrated && !early) || (busy && busyLabel !== undefined)}
      loading={busy && !busyLabel}
      className={classes.button}
      data-waiting={!hydrated || undefined}
      leftSection={busy && busyLabel ? <Loader size={18} color="currentColor" /> : props.leftSection}
    >
      {busy && busyLabel ? busyLabel : children}
    </Button>
  )
}
