import type { PasswordInputProps } from '@mantine/core'
import { type PasswordOwner, passwordProblem, passwordStrength } from '#contract/account/password.ts'
import { SHORTEST_PASSWORD } from '#contract/fields.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import classes from './new-password-field.module.css'
import { useCommonPasswords } from './use-common-passwords.ts'

interface NewPasswordFieldProps extends PasswordInputProps {
  /** The value, which the form holds. */
  password: string
  owner: PasswordOwner
}

/** A field for a new password. While the user types, it shows how easy the password is to guess. */
export function NewPasswordField({ password, owner, ...props }: NewPasswordFieldProps) {
  const common = useCommonPasswords(password !== '')
  const { level, words } = judge(password, owner, common)
  return (
    <div>
      <PasswordField autoComplete="new-password" {...props} />
      <div className={classes.meter} data-level={level} aria-hidden>
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-on={step <= level || undefined} />
        ))}
      </div>
      <p className={classes.words} aria-live="polite">
        {words && <span className="sr-only">Força da senha: </span>}
        {/* The error under the field says why. */}
        {level === 1 && props.error ? 'Fraca' : words}
      </p>
    </div>
  )
}

const WORDS = {
  1: 'Fraca: junte mais uma palavra',
  2: 'Razoável: com mais uma palavra fica boa',
  3: 'Boa',
  4: 'Forte',
} as const

function judge(password: string, owner: PasswordOwner, common: ReadonlySet<string>) {
  if (password === '') return { level: 0, words: '' }
  if (password.length < SHORTEST_PASSWORD)
    return { level: 1, words: `Curta: use pelo menos ${SHORTEST_PASSWORD} caracteres` }
  const problem = passwordProblem(password, owner, common)
  if (problem) return { level: 1, words: problem }
  const level = passwordStrength(password)
  return { level, words: WORDS[level] }
}
