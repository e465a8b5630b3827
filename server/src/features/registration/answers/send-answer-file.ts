import type { FastifyReply } from 'fastify'
import { SENT } from '#server/lib/http.ts'
import type { AnswerFile } from './read-answer-file.ts'

/** Sends the file as a sandboxed download, because an uploaded PDF may contain scripts. */
export function sendAnswerFile(
  reply: FastifyReply,
  { path, bytes }: AnswerFile,
  name = 'anexo',
): typeof SENT {
  const pdf = path.endsWith('.pdf')
  reply
    .type(pdf ? 'application/pdf' : 'image/jpeg')
    .header('content-disposition', `attachment; filename="${name}.${pdf ? 'pdf' : 'jpg'}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(bytes)
  return SENT
}
