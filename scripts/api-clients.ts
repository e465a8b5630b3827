/**
 * Checks that programs can use the OpenAPI document: Redocly's recommended rules, a generated TypeScript
 * client that compiles, and Python classes of all schemas that compile. Generated files are deleted. Part of
 * `npm run check`.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from 'quicktype-core'
import { generateApi } from 'swagger-typescript-api'
import { openApiDocument } from '#server/lib/openapi.ts'

const run = promisify(execFile)
const document = openApiDocument('https://largada.com.br')
const source = JSON.stringify(document)

async function problemsOfDocument(): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    // The specification fixes paths such as /events/{id} and /events/slug/{slug}. OpenAPI matches literal
    // paths first, as our router does.
    rules: { 'no-ambiguous-paths': 'off' },
  })
  const found = await lintFromString({ source, config })
  return found.map(
    ({ ruleId, message, location: [place] }) => `${ruleId} ${place?.pointer ?? ''}: ${message}`,
  )
}

/** Compiled with strict types, as a user of the client would. */
async function problemsOfTypeScript(folder: string): Promise<string[]> {
  const { files } = await generateApi({ spec: JSON.parse(source), output: false, silent: true })
  const paths = files.map(({ fileName, fileExtension }) => join(folder, fileName + fileExtension))
  await Promise.all(files.map(({ fileContent }, i) => writeFile(paths[i] ?? '', fileContent)))
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--module', 'esnext']
  return outputOfFailure('tsc', [...options, '--ignoreConfig', ...paths])
}

/** Without Python on the machine, checks only that the classes are generated. */
async function problemsOfPython(folder: string): Promise<string[]> {
  const $defs = JSON.parse(
    JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
  )
  const properties = Object.fromEntries(Object.keys($defs).map((name) => [name, { $ref: `#/$defs/${name}` }]))
  const schemas = new JSONSchemaInput(new FetchingJSONSchemaStore())
  await schemas.addSource({ name: 'Schemas', schema: JSON.stringify({ type: 'object', properties, $defs }) })
  const inputData = new InputData()
  inputData.addInput(schemas)
  const { lines, annotations } = await quicktype({ inputData, lang: 'python' })
  const path = join(folder, 'schemas.py')
  await writeFile(path, lines.join('\n'))
  return [
    ...annotations.map((annotation) => JSON.stringify(annotation)),
    ...(await outputOfFailure('python3', ['-m', 'py_compile', path])),
  ]
}

/** Empty after a success, or when the program is not installed. */
async function outputOfFailure(program: string, args: string[]): Promise<string[]> {
  try {
    await run(program, args)
    return []
  } catch (failure) {
    const { code, stdout, stderr } = failure as { code: unknown; stdout?: string; stderr?: string }
    return code === 'ENOENT' && program === 'python3' ? [] : [`${program}: ${stdout ?? ''}${stderr ?? ''}`]
  }
}

const folder = await mkdtemp(join(tmpdir(), 'largada-api-'))
try {
  const problems = [
    ...(await problemsOfDocument()),
    ...(await problemsOfTypeScript(folder)),
    ...(await problemsOfPython(folder)),
  ]
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true })
}
