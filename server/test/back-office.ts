import { producerForm } from './factories/producer.ts'

/** What the form of an organizer sends: a realizador's company without type and password. */
export function organizerForm(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { type: _type, password: _password, ...company } = producerForm()
  return { ...company, enterprise_id: 1, ...changes }
}
