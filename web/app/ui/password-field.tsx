import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'

/** Set `autoComplete` to `current-password` or `new-password`. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      size="md"
      aria-invalid={props.error ? true : undefined}
      visibilityToggleIcon={({ reveal }) => (reveal ? <IconEyeOff size={20} /> : <IconEye size={20} />)}
      visibilityToggleButtonProps={{
        'aria-label': 'Mostrar ou ocultar senha',
        tabIndex: 0,
        'aria-hidden': false,
      }}
      {...props}
    />
  )
}
