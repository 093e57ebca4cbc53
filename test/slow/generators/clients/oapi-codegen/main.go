// Makes a video and deletes it, with the client of oapi-codegen.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	presenter "example.com/makevideo/generated"
)

func main() {
	ctx := context.Background()
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("PRESENTER_API_KEY"))
		return nil
	}
	client, err := presenter.NewClientWithResponses(os.Getenv("PRESENTER_API_URL"), presenter.WithRequestEditorFn(withKey))
	stopOn(err)

	presenterId := "maya"
	card := presenter.CreateVideoOptions_NameCard{}
	stopOn(card.FromCreateNameCard(presenter.CreateNameCard{Title: "Ada"}))
	created, err := client.CreateVideoWithResponse(ctx, nil, presenter.CreateVideo{
		Script:      "Hello there.",
		PresenterId: &presenterId,
		Options:     &presenter.CreateVideoOptions{NameCard: &card},
	})
	stopOn(err)
	if created.JSON202 == nil {
		log.Fatal(created.Status(), string(created.Body))
	}
	video := created.JSON202
	for video.Status != "ready" && video.Status != "failed" {
		time.Sleep(250 * time.Millisecond)
		asked, err := client.GetVideoWithResponse(ctx, video.Id, nil)
		stopOn(err)
		video = asked.JSON200
	}
	fmt.Println(video.Status, video.Options.Resolution)

	limit := 5
	page, err := client.ListVideosWithResponse(ctx, &presenter.ListVideosParams{Limit: &limit})
	stopOn(err)
	for _, listed := range page.JSON200.Data {
		if listed.Id == video.Id {
			fmt.Println("listed", listed.Status)
		}
	}

	deleted, err := client.DeleteVideoWithResponse(ctx, video.Id)
	stopOn(err)
	fmt.Println("deleted", deleted.JSON200.Id)

	gone, err := client.GetVideoWithResponse(ctx, video.Id, nil)
	stopOn(err)
	fmt.Println("then", gone.JSON404.Error.Code)
}

func stopOn(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
