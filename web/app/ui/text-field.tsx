import { TextInput, type TextInputProps } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './use-field.ts'

export const TextField = <Form extends FieldValues>(props: FieldProps<Form, TextInputProps>) => (
  <TextInput {...useField(props)} />
)
