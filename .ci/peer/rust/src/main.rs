//! A peer of stolb for .ci/peers: chess games read by pgn-reader and played by
//! shakmaty, by their documents; where this was written crates could not be had, so
//! that it has not been built. It says how many games there were and how many plies.

use std::{env, fs::File, io};

use pgn_reader::{BufferedReader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Position};

#[derive(Default)]
struct Check {
    position: Chess,
    games: usize,
    plies: usize,
}

impl Visitor for Check {
    type Result = ();

    fn begin_game(&mut self) {
        self.position = Chess::default();
    }

    fn san(&mut self, san_plus: SanPlus) {
        let played = san_plus.san.to_move(&self.position).expect("a legal move");
        self.position.play_unchecked(&played);
        self.plies += 1;
    }

    fn begin_variation(&mut self) -> Skip {
        Skip(true)
    }

    fn end_game(&mut self) {
        self.games += 1;
    }
}

fn main() -> io::Result<()> {
    let file = File::open(env::args().nth(1).expect("a file"))?;
    let mut check = Check::default();
    BufferedReader::new(file).read_all(&mut check)?;
    println!("{} {}", check.games, check.plies);
    Ok(())
}
