import type { TestApp } from './app.ts'
import { producerForm } from './factories/producer.ts'

/** The form of an organizer, which is a realizador's without type and password. */
export function organizerForm(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { type: _type, password: _password, ...company } = producerForm()
  return { ...company, enterprise_id: 1, ...changes }
}

/** Calls the API with a token and returns the envelope. `path` is below `/api/v1`. */
export const callerOf =
  (app: TestApp, { token }: { token: string }) =>
  async (method: Parameters<TestApp['call']>[0], path: string, body?: unknown) =>
    (await app.call(method, path, { token, body })).json()
