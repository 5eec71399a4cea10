#!/usr/bin/env node
// Typst's command line as far as the tests need it, by the compiler for Node:
//
//   typst compile [--format pdf|svg] INPUT|- OUTPUT|-
//   typst query INPUT SELECTOR
import {readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {NodeCompiler} from '@myriaddreamin/typst-ts-node-compiler';

const args = process.argv.slice(2);
const command = args.shift();
let format = 'pdf';
const files = [];
while (args.length) {
  const arg = args.shift();
  if (arg === '--format') format = args.shift();
  else if (arg.startsWith('--format=')) format = arg.slice('--format='.length);
  else files.push(arg);
}
if (!['compile', 'query'].includes(command) || files.length !== 2) {
  console.error('typst: compile [--format pdf|svg] INPUT|- OUTPUT|-, or query INPUT SELECTOR');
  process.exit(2);
}
const compiler = NodeCompiler.create({workspace: tmpdir()});
const mainFileContent = readFileSync(files[0] === '-' ? 0 : files[0], 'utf8');
try {
  if (command === 'query') {
    process.stdout.write(JSON.stringify(compiler.query({mainFileContent}, {selector: files[1]})));
  } else {
    const done = compiler.compile({mainFileContent});
    const wrong = done.takeDiagnostics();
    if (!done.result) throw Object.assign(new Error('error'), {wrong});
    const out = format === 'svg' ? Buffer.from(compiler.svg(done.result)) : compiler.pdf(done.result);
    writeFileSync(files[1] === '-' ? 1 : files[1], out);
  }
} catch (e) {
  const told = e.wrong?.shortDiagnostics ?? [];
  for (const d of told) console.error(JSON.stringify(d));
  if (!told.length) console.error(String(e?.message ?? e));
  process.exit(1);
}
