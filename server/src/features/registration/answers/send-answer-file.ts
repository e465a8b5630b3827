import type { FastifyReply } from 'fastify'
import type { AnswerFile } from './read-answer-file.ts'

/** To be kept, not opened in our name: a runner's PDF may hold anything. */
export function sendAnswerFile(reply: FastifyReply, { path, bytes }: AnswerFile): FastifyReply {
  const pdf = path.endsWith('.pdf')
  return reply
    .type(pdf ? 'application/pdf' : 'image/jpeg')
    .header('content-disposition', `attachment; filename="anexo.${pdf ? 'pdf' : 'jpg'}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(bytes)
}
