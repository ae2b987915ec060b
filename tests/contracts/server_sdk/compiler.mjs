// What TypeScript says of answers, each as a literal of the type that the library declares for it.
import { createRequire } from 'node:module';
import path from 'node:path';

/** A map from an answer's place in `told` to what is wrong with it. */
export function faults(told, web) {
  const ts = createRequire(path.join(web, 'package.json'))('typescript');
  const file = path.join(web, 'answers.ts');
  const { text, begins } = source(told);
  const options = { noEmit: true, strict: true, skipLibCheck: true, types: [], target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'] };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? text : readFile(name));
  host.getSourceFile = (name, ...how) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile(name, ...how);
  const program = ts.createProgram([file], options, host);
  const found = new Map();
  for (const each of ts.getPreEmitDiagnostics(program, program.getSourceFile(file))) {
    const index = begins.findLastIndex((begin) => begin <= each.start);
    const said = ts.flattenDiagnosticMessageText(each.messageText, ' ');
    found.set(index, `${found.get(index) ?? ''}${text.slice(each.start, each.start + each.length)}: ${said}; `);
  }
  return found;
}

function source(told) {
  let text = "import type { VapiClient } from '@vapi-ai/server-sdk';\n";
  const begins = [];
  told.forEach(({ name, answer }, index) => {
    begins.push(text.length);
    const [room, method] = name.split('.');
    if (answer === undefined) return;
    text += `export const a${index}: Awaited<ReturnType<VapiClient['${room}']['${method}']>> = ${JSON.stringify(answer)};\n`;
  });
  return { text, begins };
}
