// Prints, of each Arrow file or stream that is named, the number of rows and
// for each column the sum of its numbers, or of the lengths of its texts in
// UTF-16, those of a map and its names, and whether anything may be missing.
import fs from 'node:fs';
import {CompressionType, compressionRegistry, tableFromIPC} from 'apache-arrow';
import * as fzstd from 'fzstd';

// A copy, because the package needs memory that is aligned.
compressionRegistry.set(CompressionType.ZSTD, {decode: (bytes) => fzstd.decompress(bytes).slice()});

for (const file of process.argv.slice(2)) {
	const table = tableFromIPC(fs.readFileSync(file));
	const columns = {};
	for (const field of table.schema.fields) {
		let sum = 0n;
		for (const value of table.getChild(field.name)) {
			if (value === null) continue;
			if (field.type.toString().startsWith('Map')) {
				for (const [name, text] of value) sum += BigInt(name.length + text.length);
				continue;
			}
			sum += typeof value === 'string' ? BigInt(value.length) : BigInt(value);
		}
		columns[field.name] = {sum: BigInt.asIntN(64, sum).toString(), nullable: field.nullable, nulls: table.getChild(field.name).nullCount};
	}
	console.log(JSON.stringify({rows: table.numRows, columns}));
}
