import { ApiFailure } from '#web/api/api.ts'

/** Of the browser's errors; its owner may also have waited too long. */
const CANCELLED = ['NotAllowedError', 'AbortError']

const REASONS: Record<string, string> = {
  InvalidStateError: 'Este aparelho já tem uma chave de acesso da sua conta.',
  ConstraintError:
    'Este aparelho não guarda chaves de acesso. Ative o bloqueio de tela ou use outro aparelho.',
}

/** What the browser's dialog returns, or null when it was closed. Throws `ApiFailure` with a sentence. */
export async function ceremony<Answer>(dialog: Promise<Answer>): Promise<Answer | null> {
  try {
    return await dialog
  } catch (reason) {
    const { name } = reason as Error
    if (CANCELLED.includes(name)) return null
    throw new ApiFailure(
      0,
      REASONS[name] ??
        'O navegador não conseguiu usar uma chave de acesso. Tente de novo ou use outro navegador.',
    )
  }
}
