import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PasswordField } from '#web/ui/password-field.tsx'
import { secondFactorQuery } from './queries.ts'

const NO_PROOF = { current_password: '', code: '' }

/** Password and code, which prove that the owner acts and not another person at an open session. */
export function useProof() {
  const [proof, setProof] = useState(NO_PROOF)
  return {
    proof,
    setProof,
    /** Sends a request with the proof, and forgets it after success, which null is not. */
    async send<Answer>(call: (body: { current_password: string; code?: string }) => Promise<Answer>) {
      const answer = await call({ ...proof, code: proof.code || undefined })
      if (answer !== null) setProof(NO_PROOF)
      return answer
    },
  }
}

interface ProofFieldsProps extends Pick<ReturnType<typeof useProof>, 'proof' | 'setProof'> {
  description: string
  errorOf: (field: keyof typeof NO_PROOF) => string | undefined
}

export function ProofFields({ proof, setProof, description, errorOf }: ProofFieldsProps) {
  const hasSecondFactor = Boolean(useQuery(secondFactorQuery).data?.enabled_at)
  return (
    <>
      <PasswordField
        label="Sua senha"
        description={description}
        autoComplete="current-password"
        value={proof.current_password}
        onChange={(event) => setProof({ ...proof, current_password: event.currentTarget.value })}
        error={errorOf('current_password')}
      />
      {hasSecondFactor && (
        <TextInput
          label="Código de verificação"
          description="Seis dígitos do aplicativo, ou um código de recuperação."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={40}
          value={proof.code}
          onChange={(event) => setProof({ ...proof, code: event.currentTarget.value })}
          error={errorOf('code')}
        />
      )}
    </>
  )
}
